/** The mark is a beam of light cut into an F. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 text-16 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="7" className="fill-stage" />
        <path d="M8 7h16l-3.2 5.2H13.6v3.1h8.2l-3 4.9h-5.2V25H8z" className="fill-ion" />
      </svg>
      Flux
    </span>
  );
}
