DROP TABLE verification_draft, contact, company_info, personal_info, identity;
