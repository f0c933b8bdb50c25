DROP TABLE key_fingerprint;
