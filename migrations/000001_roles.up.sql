-- The application's least-privilege role. It owns nothing; the owner of the schema runs the
-- migrations. A deployment gives the role LOGIN and a password outside of the migrations.
DO $$
BEGIN
    -- Asked first: an owner without CREATEROLE may run the migrations where the role exists already.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'loanmarket_app') THEN
        CREATE ROLE loanmarket_app NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

GRANT USAGE ON SCHEMA public TO loanmarket_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO loanmarket_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO loanmarket_app;
