package app.loanmarket;

/** The storage of the login between two starts of the app. */
interface LoginStore {
    /** Returns the stored login, or null if there is none or it cannot be read any more. */
    Login read();

    void write(Login login);

    void clear();
}
