-- The one lock of whatever belongs to a customer. Whoever takes it leaves a stamp that nobody else
-- leaves, so a process that finds its own stamp again knows that nothing has changed since.
CREATE TABLE customer_stamps (
  bucket smallint NOT NULL,
  environment_id text NOT NULL,
  customer_id text NOT NULL,
  stamp bigint NOT NULL,
  previous bigint NOT NULL,
  PRIMARY KEY (bucket, environment_id, customer_id),
  FOREIGN KEY (bucket, environment_id, customer_id) REFERENCES customers (bucket, environment_id, id)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON customer_stamps TO purser_app;

-- Ends a transaction that was computed from what is no longer so, before any of it is written.
CREATE FUNCTION expect_unchanged(is_unchanged boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_unchanged THEN
    RAISE EXCEPTION 'something has changed since it was read; it will be read again'
      USING ERRCODE = 'PU001';
  END IF;
END $$;
