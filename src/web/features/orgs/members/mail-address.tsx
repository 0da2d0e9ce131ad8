/** An e-mail address that wraps after its @ if possible. */
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
