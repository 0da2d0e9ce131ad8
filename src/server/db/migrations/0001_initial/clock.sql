create table test_clock (
  singleton boolean default true primary key check (singleton),
  offset_milliseconds bigint not null
);
