package app.loanmarket;

/** A borrower's log-in as the shell keeps it: the token of the session and the phone number typed for it. */
final class Login {
    private static final char SEPARATOR = '\n';

    final String token;
    final String phone;

    Login(String token, String phone) {
        if (token.isEmpty() || token.indexOf(SEPARATOR) >= 0) throw new IllegalArgumentException("token");
        this.token = token;
        this.phone = phone == null ? "" : phone;
    }

    /** The text that is sealed and stored. */
    String toText() {
        return token + SEPARATOR + phone;
    }

    /** Reads what {@link #toText} wrote; null when it is something else. */
    static Login fromText(String text) {
        int cut = text.indexOf(SEPARATOR);
        return cut > 0 ? new Login(text.substring(0, cut), text.substring(cut + 1)) : null;
    }
}
