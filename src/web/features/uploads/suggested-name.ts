import { applicationFields } from '#shared/apps/apps.ts';

/** What an application may be called by the name of its file: `my_moon-racer.zip` is `my moon racer`. */
export function suggestedName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z\d]+$/i, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
  // A name that the form would refuse is no help.
  return applicationFields.name.safeParse(words).success ? words : '';
}
