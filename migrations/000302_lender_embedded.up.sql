UPDATE lender SET gateway = 'embedded' WHERE gateway = 'house';
