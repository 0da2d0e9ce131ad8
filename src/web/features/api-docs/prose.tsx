/** Text of the document with inline code in backticks. */
export function Prose({ children }: { children: string }) {
  const pieces = children.split('`').map((text, place) => ({ text, place }));
  return pieces.map(({ text, place }) =>
    place % 2 === 0 ? (
      text
    ) : (
      <code key={place} className="font-mono text-12 [overflow-wrap:anywhere]">
        {text}
      </code>
    ),
  );
}
