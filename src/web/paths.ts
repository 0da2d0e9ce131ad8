/** Every address inside the site, as a function. Links are made here and nowhere else. */
export const paths = {
  home: () => '/',
  myApps: () => '/?filter=my-apps',
  upload: () => '/upload',
  play: (id: string, key?: string | null) => withKey(`/play/${encodeURIComponent(id)}`, key),
  dashboard: () => '/dashboard',
} as const;

/** Where sign-in starts at the server; `returnTo` is an address inside the site. */
export function signInPath(provider: string, options: { returnTo: string; popup: boolean }): string {
  const query = new URLSearchParams({ return: options.returnTo });
  if (options.popup) query.set('mode', 'popup');
  return `/auth/${provider}/start?${query}`;
}

function withKey(path: string, key: string | null | undefined): string {
  return key ? `${path}?${new URLSearchParams({ key })}` : path;
}
