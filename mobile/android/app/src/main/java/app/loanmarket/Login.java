package app.loanmarket;

/** A borrower's login as stored by the shell: the session token and the phone number entered for it. */
final class Login {
    private static final char SEPARATOR = '\n';

    final String token;
    final String phone;

    Login(String token, String phone) {
        if (token.isEmpty() || token.indexOf(SEPARATOR) >= 0) throw new IllegalArgumentException("token");
        this.token = token;
        this.phone = phone == null ? "" : phone;
    }

    /** Returns the text that is encrypted and stored. */
    String toText() {
        return token + SEPARATOR + phone;
    }

    /** Parses the output of {@link #toText}; returns null for any other text. */
    static Login fromText(String text) {
        int cut = text.indexOf(SEPARATOR);
        return cut > 0 ? new Login(text.substring(0, cut), text.substring(cut + 1)) : null;
    }
}
