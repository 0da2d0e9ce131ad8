export function Footer() {
  return (
    <footer className="mt-24 border-t border-line pb-20 text-13 text-muted md:pb-0">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-2 px-4 py-6 md:px-6">
        <p>Flux — Unity web builds, played in any browser.</p>
        <p>Every game runs on an origin of its own.</p>
      </div>
    </footer>
  );
}
