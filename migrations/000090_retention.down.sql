REVOKE DELETE ON hook_event, reminder FROM loanmarket_app;
