import type { ApplicationCard } from '#shared/apps/apps.ts';

/** The uploader and the organization. `bdi` isolates the text direction of each name. */
export function Byline({ app }: { app: Pick<ApplicationCard, 'uploadedByUsername' | 'organization'> }) {
  return (
    <>
      <bdi>{app.uploadedByUsername}</bdi>
      {app.organization && (
        <>
          {' · '}
          <bdi>{app.organization.name}</bdi>
        </>
      )}
    </>
  );
}
