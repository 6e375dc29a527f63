/** Steps of the ledger and of creating keys, as PostgreSQL functions. Each takes one round trip and one transaction. */

export const ledgerFunctions = `
CREATE FUNCTION gleaner.reserve(a_hold text, a_node text, a_key text, a_credits bigint, a_operation text, a_request text,
  OUT is_reserved boolean, OUT remaining bigint) LANGUAGE plpgsql AS $$
BEGIN
  is_reserved := true;
  -- Asynchronous commit: end_hold handles a reservation that is lost when the server crashes.
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE gleaner.api_key SET credits = credits - a_credits WHERE id = a_key AND credits >= a_credits
    RETURNING credits INTO remaining;
  IF FOUND THEN
    INSERT INTO gleaner.hold (id, node, key_id, credits, state, operation, request_id)
      VALUES (a_hold, a_node, a_key, a_credits, 'held', a_operation, a_request);
    INSERT INTO gleaner.movement (key_id, hold_id, kind, delta, charged, operation, request_id)
      VALUES (a_key, a_hold, 'reserve', -a_credits, 0, a_operation, a_request);
  ELSE
    -- An unlimited key has no credits to reserve.
    SELECT credits IS NULL INTO is_reserved FROM gleaner.api_key WHERE id = a_key;
    is_reserved := coalesce(is_reserved, false);
  END IF;
END $$;

CREATE FUNCTION gleaner.count_usage(a_key text, a_operation text, a_charged bigint, a_is_failed boolean) RETURNS void LANGUAGE sql AS $$
  INSERT INTO gleaner.usage AS u (key_id, day, operation, requests, failed, credits)
    VALUES (a_key, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), a_operation,
            (NOT (a_charged IS NULL OR a_is_failed))::int, (a_charged IS NULL OR a_is_failed)::int, coalesce(a_charged, 0))
    ON CONFLICT (key_id, day, operation) DO UPDATE SET
      requests = u.requests + excluded.requests, failed = u.failed + excluded.failed, credits = u.credits + excluded.credits
$$;

CREATE FUNCTION gleaner.end_hold(a_hold text, a_node text, a_key text, a_credits bigint, a_operation text, a_request text,
  a_is_held boolean, a_is_unsure boolean, a_charged bigint, a_is_failed boolean,
  OUT charged bigint, OUT remaining bigint) LANGUAGE plpgsql AS $$
DECLARE
  paid bigint := coalesce(a_charged, 0);
  a_kind text := CASE WHEN a_charged IS NULL THEN 'release' ELSE 'settle' END;
BEGIN
  charged := paid;
  IF NOT a_is_held THEN
    INSERT INTO gleaner.movement (key_id, hold_id, kind, delta, charged, operation, request_id)
      VALUES (a_key, a_hold, a_kind, 0, paid, a_operation, a_request) ON CONFLICT (hold_id, kind) DO NOTHING;
    IF FOUND THEN
      IF paid > 0 THEN UPDATE gleaner.api_key SET used = used + paid WHERE id = a_key; END IF;
      PERFORM gleaner.count_usage(a_key, a_operation, a_charged, a_is_failed);
    END IF;
    RETURN;
  END IF;

  IF a_is_unsure THEN
    -- A reservation that arrives later then fails: its id exists.
    INSERT INTO gleaner.hold (id, node, key_id, credits, state, operation, request_id)
      VALUES (a_hold, a_node, a_key, a_credits, 'released', a_operation, a_request) ON CONFLICT (id) DO NOTHING;
  END IF;

  UPDATE gleaner.hold SET state = CASE WHEN a_charged IS NULL THEN 'released' ELSE 'settled' END
    WHERE id = a_hold AND state = 'held';
  IF FOUND THEN
    INSERT INTO gleaner.movement (key_id, hold_id, kind, delta, charged, operation, request_id)
      VALUES (a_key, a_hold, a_kind, a_credits - paid, paid, a_operation, a_request);
    PERFORM gleaner.count_usage(a_key, a_operation, a_charged, a_is_failed);
    UPDATE gleaner.api_key SET credits = credits + a_credits - paid, used = used + paid WHERE id = a_key
      RETURNING credits INTO remaining;
    RETURN;
  END IF;

  IF paid > 0 THEN
    -- A reservation that was lost in a crash of the server counts as swept, unless its end is known.
    INSERT INTO gleaner.hold (id, node, key_id, credits, state, operation, request_id)
      SELECT a_hold, a_node, a_key, a_credits, 'swept', a_operation, a_request
      WHERE NOT EXISTS (SELECT FROM gleaner.movement m WHERE m.hold_id = a_hold) ON CONFLICT (id) DO NOTHING;
    UPDATE gleaner.hold SET state = 'settled' WHERE id = a_hold AND state = 'swept';
    IF FOUND THEN
      -- Swept by mistake: the key is charged now, if it has enough credits.
      UPDATE gleaner.api_key SET credits = credits - paid, used = used + paid WHERE id = a_key AND credits >= paid
        RETURNING credits INTO remaining;
      IF FOUND THEN
        INSERT INTO gleaner.movement (key_id, hold_id, kind, delta, charged, operation, request_id)
          VALUES (a_key, a_hold, 'late', -paid, paid, a_operation, a_request);
        PERFORM gleaner.count_usage(a_key, a_operation, a_charged, a_is_failed);
        RETURN;
      END IF;
      UPDATE gleaner.hold SET state = 'swept' WHERE id = a_hold;
    END IF;
  END IF;

  -- Ended before: the charge of that time counts.
  SELECT coalesce(sum(m.charged), 0) INTO charged FROM gleaner.movement m WHERE m.hold_id = a_hold;
  SELECT credits INTO remaining FROM gleaner.api_key WHERE id = a_key;
END $$;
CREATE FUNCTION gleaner.sweep(a_node text, a_beat bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  swept integer;
BEGIN
  IF a_beat >= 0 THEN
    DELETE FROM gleaner.node WHERE id = a_node AND beat = a_beat;
    IF NOT FOUND THEN RETURN 0; END IF;
  ELSIF EXISTS (SELECT FROM gleaner.node WHERE id = a_node) THEN
    RETURN 0;
  END IF;
  DELETE FROM gleaner.claim WHERE node = a_node AND state = 'running';
  WITH dead AS (
    UPDATE gleaner.hold SET state = 'swept' WHERE node = a_node AND state = 'held' RETURNING *
  ), moved AS (
    INSERT INTO gleaner.movement (key_id, hold_id, kind, delta, charged, operation, request_id)
      SELECT key_id, id, 'sweep', credits, 0, operation, request_id FROM dead
  ), back AS (
    UPDATE gleaner.api_key k SET credits = k.credits + d.total
      FROM (SELECT key_id, sum(credits)::bigint AS total FROM dead GROUP BY key_id) d WHERE k.id = d.key_id
  )
  SELECT count(*) INTO swept FROM dead;
  RETURN swept;
END $$;

CREATE FUNCTION gleaner.is_first_key() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- Holds the lock until the transaction completes, so only one of several simultaneous processes gets true.
  PERFORM pg_advisory_xact_lock(718281829);
  RETURN NOT EXISTS (SELECT FROM gleaner.api_key);
END $$;
`

/**
 * Rolls up the oldest movements. `gleaner.roll_up` holds the number before the first movement, so that no scan passes over deleted rows. A
 * lock on its row lets only one process work at a time. Partitions by day would be faster to drop, but `UNIQUE (hold_id, kind)`, which
 * makes every outcome count once, can't span them.
 */
export const rollUpFunctions = `
CREATE OR REPLACE FUNCTION gleaner.movements_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('gleaner.rolls_up', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'movements stay';
END $$;

CREATE FUNCTION gleaner.roll_up(a_days integer, a_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  until timestamptz := (date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => a_days)) AT TIME ZONE 'UTC';
  start bigint;
  last bigint;
  first_kept bigint;
  moved integer;
BEGIN
  SELECT past INTO start FROM gleaner.roll_up FOR UPDATE SKIP LOCKED;
  WITH oldest AS MATERIALIZED (SELECT number, at FROM gleaner.movement WHERE number > start ORDER BY number LIMIT a_limit)
    SELECT max(number), min(number) FILTER (WHERE at >= until), count(*) FILTER (WHERE at < until)
    INTO last, first_kept, moved FROM oldest;
  IF moved = 0 THEN RETURN 0; END IF;
  -- Asynchronous commit: a batch that is lost when the server crashes is repeated.
  PERFORM set_config('synchronous_commit', 'off', true), set_config('gleaner.rolls_up', 'on', true);
  WITH old AS (DELETE FROM gleaner.movement WHERE number > start AND number <= last AND at < until RETURNING *)
    INSERT INTO gleaner.movement_day AS d
    SELECT key_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), coalesce(operation, ''), kind, count(*), sum(delta), sum(charged)
    FROM old GROUP BY 1, 2, 3, 4
    ON CONFLICT (key_id, day, operation, kind) DO UPDATE SET movements = d.movements + excluded.movements,
      delta = d.delta + excluded.delta, charged = d.charged + excluded.charged;
  UPDATE gleaner.roll_up SET past = coalesce(first_kept - 1, last);
  PERFORM set_config('gleaner.rolls_up', 'off', true);
  RETURN moved;
END $$;
`
