UPDATE support_message SET author = 'support' WHERE author = 'house';
