UPDATE support_message SET author = 'house' WHERE author = 'support';
