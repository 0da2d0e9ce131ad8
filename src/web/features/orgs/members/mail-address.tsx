/** An e-mail address that rather breaks behind its @ than within the last word. */
export function MailAddress({ children }: { children: string }) {
  const domainAt = children.lastIndexOf('@') + 1;
  return (
    <bdi>
      {children.slice(0, domainAt)}
      <wbr />
      {children.slice(domainAt)}
    </bdi>
  );
}
