DROP TABLE reminder, hardship, notice, support_draft, support_message_file, support_message, support_ticket;
