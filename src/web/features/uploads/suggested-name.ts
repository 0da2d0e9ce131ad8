import { applicationFields } from '#shared/apps/apps.ts';

/** The suggested name of an application, from its file name: `my_moon-racer.zip` is `my moon racer`. */
export function suggestedName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z\d]+$/i, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
  // A name that the form would refuse is not suggested.
  return applicationFields.name.safeParse(words).success ? words : '';
}
