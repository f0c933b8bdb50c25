-- Callbacks and reminders have an end of life.
GRANT DELETE ON hook_event, reminder TO loanmarket_app;
