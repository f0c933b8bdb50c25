package app.loanmarket;

/** Where the shell keeps the one log-in between two starts of the app. */
interface LoginStore {
    /** The kept log-in, or null when there is none or it can no longer be read. */
    Login read();

    void write(Login login);

    void clear();
}
