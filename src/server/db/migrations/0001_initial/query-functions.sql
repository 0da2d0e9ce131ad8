create or replace function clock_now() returns timestamp with time zone language sql stable as $$
select now() + coalesce((select offset_milliseconds from test_clock), 0) * interval '1 millisecond'
$$;

-- The term, and the term with one letter left out, in every way. Two terms that differ by one letter share one of these
-- (symmetric deletion, as in SymSpell).
create or replace function flux_deletion_variants(word text) returns text[] language plpgsql immutable parallel safe strict as $$
declare
  letters text[] := array(select letter[1] from regexp_matches(word, '[A-Z]...|.', 'g') as found (letter));
begin
  return array(
    select word union
    select array_to_string(letters[:place - 1] || letters[place + 1:], '')
    from generate_series(1, array_length(letters, 1)) as place
  );
end
$$;

create or replace function flux_prefix_pattern(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return ' ' || replace(replace(replace(flux_fold(value), '\', '\\'), '%', '\%'), '_', '\_') || '%';
end
$$;

-- The LIKE pattern of a searched word. One or two letters match only the start of a word: they occur in nearly every
-- text, and the trigrams of a start find them.
create or replace function flux_substring_pattern(word text) returns text language plpgsql immutable parallel safe strict as $$
declare
  folded text := flux_fold(word);
begin
  return case when length(folded) < 3 then '% ' else '%' end
    || replace(replace(replace(folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
end
$$;

create or replace function flux_terms(folded text) returns setof text language plpgsql immutable parallel safe strict as $$
begin
  return query select distinct word from regexp_split_to_table(folded, '[^a-zA-Z0-9]+') as word
    where length(word) between 4 and 60;
end
$$;
