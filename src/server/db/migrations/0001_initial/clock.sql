-- By how much the clock is moved, if FLUX_TEST_CLOCK is on.
create table test_clock (
  singleton boolean default true primary key check (singleton),
  offset_milliseconds bigint not null
);
