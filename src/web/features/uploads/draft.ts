import * as z from 'zod/mini';
import { applicationFields } from '#shared/apps/apps.ts';
import { defaultTheme, themes } from '#shared/apps/themes.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { readJson } from '../../lib/files/read-json.ts';
import { readStored, writeStored } from '../../lib/page/browser-storage.ts';

/** The form's fields except the file; the messages are those of the API. */
export const uploadFormSchema = z.object({
  name: applicationFields.name,
  description: applicationFields.description,
  organizationId: z.string().check(z.minLength(1, texts.pleaseSelectAnOrganization)),
  isPublic: z.boolean(),
  theme: z.enum(themes),
});
export type UploadForm = z.output<typeof uploadFormSchema>;

/** In the order of the form. */
export const uploadFieldNames = ['name', 'description', 'organizationId', 'isPublic', 'theme'] as const;

const emptyForm: UploadForm = {
  name: '',
  description: '',
  organizationId: '',
  isPublic: false,
  theme: defaultTheme,
};

const draftSchema = z.object({
  name: z.string(),
  description: z.string(),
  organizationId: z.string(),
  isPublic: z.boolean(),
  theme: z.enum(themes),
});

const draftKey = (userId: string) => `flux-upload-draft-${userId}`;

/** The account's input from before the page was closed. */
export function readDraft(userId: string): UploadForm {
  const draft = z.safeParse(draftSchema, readJson(readStored(draftKey(userId)) ?? ''));
  return draft.success ? draft.data : emptyForm;
}

/** Whether no field of an application was typed; preselected values do not count. */
export function isBlank({ name, description }: UploadForm): boolean {
  return name === '' && description === '';
}

export function writeDraft(userId: string, form: UploadForm): void {
  writeStored(draftKey(userId), JSON.stringify(form));
}

const thumbnailKey = (userId: string) => `flux-upload-thumbnail-${userId}`;

/** The file name of the earlier chosen thumbnail. */
export function readThumbnailName(userId: string): string | null {
  return readStored(thumbnailKey(userId));
}

/** Browsers keep no files for a page. The name is kept, to ask for the file again. */
export function writeThumbnailName(userId: string, name: string | null): void {
  writeStored(thumbnailKey(userId), name);
}

/** Removes the published values, but none that were typed since. */
export function forgetDraft(userId: string, published: UploadForm): void {
  const isSame = JSON.stringify(readDraft(userId)) === JSON.stringify(published);
  if (isSame) writeStored(draftKey(userId), null);
}
