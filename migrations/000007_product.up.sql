-- domain/product: lenders and what they offer. A version of a product never changes; orders keep
-- a snapshot of the version that they were made from.
CREATE TABLE lender (
    code         text    PRIMARY KEY,
    region       text    NOT NULL,
    name         text    NOT NULL,
    licence      text    NOT NULL,                -- licence line shown to the borrower
    lender_type  text    NOT NULL,                -- picks the rate cap of the region: credit_institution, other
    gateway      text    NOT NULL CHECK (gateway IN ('house', 'http')),
    endpoint     text    NOT NULL DEFAULT '',     -- http gateway only; its secret is in the configuration
    active       boolean NOT NULL DEFAULT true
);

CREATE TABLE loan_product (
    id          uuid        PRIMARY KEY DEFAULT uuidv7(),
    code        text        NOT NULL CONSTRAINT loan_product_code_key UNIQUE,
    region      text        NOT NULL,
    lender_code text        NOT NULL REFERENCES lender (code),
    status      text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
    position    int         NOT NULL DEFAULT 0,
    version     int         NOT NULL CHECK (version >= 1),
    created_at  timestamptz NOT NULL
);
CREATE INDEX loan_product_region ON loan_product (region, position);

CREATE TABLE loan_product_version (
    product_id                 uuid        NOT NULL REFERENCES loan_product (id),
    version                    int         NOT NULL CHECK (version >= 1),
    name                       text        NOT NULL,
    currency                   text        NOT NULL CHECK (length(currency) = 3),
    min_amount                 bigint      NOT NULL CHECK (min_amount > 0),
    max_amount                 bigint      NOT NULL,
    amount_step                bigint      NOT NULL CHECK (amount_step > 0),
    terms_days                 int[]       NOT NULL CHECK (cardinality(terms_days) > 0),
    annual_rate_bps            int         NOT NULL CHECK (annual_rate_bps >= 0),
    front_service_fee_bps      int         NOT NULL DEFAULT 0 CHECK (front_service_fee_bps BETWEEN 0 AND 10000),
    service_fee_bps            int         NOT NULL DEFAULT 0 CHECK (service_fee_bps >= 0),
    account_fee_flat           bigint      NOT NULL DEFAULT 0 CHECK (account_fee_flat >= 0), -- account management fee a month
    account_fee_bps            int         NOT NULL DEFAULT 0 CHECK (account_fee_bps >= 0),  -- the same as bps of principal a month
    late_fee                   bigint      NOT NULL DEFAULT 0 CHECK (late_fee >= 0),         -- once, after the grace days
    grace_days                 int         NOT NULL DEFAULT 0 CHECK (grace_days >= 0),
    overdue_fee_bps_day        int         NOT NULL DEFAULT 0 CHECK (overdue_fee_bps_day >= 0),
    overdue_fee_cap_bps        int         NOT NULL DEFAULT 0 CHECK (overdue_fee_cap_bps >= 0), -- of principal; 0 = region's cap
    extension_fee_bps          int         NOT NULL DEFAULT 0 CHECK (extension_fee_bps >= 0),
    extension_days             int         NOT NULL DEFAULT 0 CHECK (extension_days >= 0),
    extension_max              int         NOT NULL DEFAULT 0 CHECK (extension_max >= 0),
    allocation_order           text[]      NOT NULL,
    min_score                  int         NOT NULL DEFAULT 0,
    one_step                   boolean     NOT NULL DEFAULT false,
    white_listed_only          boolean     NOT NULL DEFAULT false,
    offer_hours                int         NOT NULL DEFAULT 72 CHECK (offer_hours > 0),
    freeze_days                int         NOT NULL DEFAULT 7 CHECK (freeze_days >= 0),
    contract_version           text        NOT NULL,
    created_at                 timestamptz NOT NULL,
    PRIMARY KEY (product_id, version),
    CONSTRAINT loan_product_amounts CHECK (max_amount >= min_amount AND amount_step <= max_amount)
);
ALTER TABLE loan_product ADD CONSTRAINT loan_product_current_version
    FOREIGN KEY (id, version) REFERENCES loan_product_version (product_id, version) DEFERRABLE INITIALLY DEFERRED;
REVOKE UPDATE, DELETE ON loan_product_version FROM loanmarket_app;
REVOKE DELETE ON lender, loan_product FROM loanmarket_app;
