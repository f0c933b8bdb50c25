UPDATE lender SET gateway = 'house' WHERE gateway = 'embedded';
