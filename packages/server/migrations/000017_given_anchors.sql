-- Whether the merchant gave the anchor. A trial that waits for its start or its card moves its own
-- anchor along when it begins later, and leaves a given one where it is.
ALTER TABLE subscriptions ADD COLUMN has_given_anchor boolean NOT NULL DEFAULT false;

-- Of those that wait now, an anchor elsewhere than at the end of the trial was given; the clock may
-- change by an hour meanwhile.
UPDATE subscriptions SET has_given_anchor = true
WHERE trial_days IS NOT NULL AND abs(extract(epoch FROM
  billing_anchor - (coalesce(starts_at, created_at) + trial_days * interval '1 day'))) > 7200;
