import type { ApplicationCard } from '#shared/apps.ts';

/** Who made it, and for whom. A name turns the direction of no words but its own. */
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
