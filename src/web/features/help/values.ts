import type { Session } from '#shared/accounts/accounts.ts';
import { plans } from '#shared/billing/plans.ts';
import { buildFileExtensions, maxUploadBytesDefault, megabytes } from '#shared/versions/build-file.ts';
import { texts as wording } from '../../i18n/en/help.ts';
import { formatMoney } from '../../lib/format/money.ts';
import type { Values } from './text.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Values of the placeholders on this server; defaults until they are known. */
export function valuesOf(session: Session | undefined): Values {
  const { maxUploadBytes, allowedExtensions } = session?.limits ?? {
    maxUploadBytes: maxUploadBytesDefault,
    allowedExtensions: buildFileExtensions,
  };
  return {
    supportEmail: session?.supportEmail ?? wording.ourSupport,
    maxUpload: megabytes(maxUploadBytes),
    extensions: list.format(allowedExtensions),
    proPrice: formatMoney(plans.pro.centsPerMonth ?? 0),
    proPlusPrice: formatMoney(plans['pro-plus'].centsPerMonth ?? 0),
  };
}
