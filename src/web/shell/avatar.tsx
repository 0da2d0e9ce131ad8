export function Avatar({ username }: { username: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 place-items-center rounded-full bg-raised text-12 font-semibold text-text ring-1 ring-line ring-inset"
    >
      {[...username][0]?.toUpperCase()}
    </span>
  );
}
