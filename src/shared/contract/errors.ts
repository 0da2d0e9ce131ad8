import { internalMessage, unavailableMessage } from './error-messages.ts';

/**
 * The closed list of error codes. Behaviour follows the code; the message is only shown. Each code has one
 * HTTP status and a default message for users.
 */
export const errorCatalogue = {
  invalid_input: { status: 400, message: 'The request contains invalid values.' },
  invalid_path: { status: 400, message: 'This address is not valid.' },
  unauthenticated: { status: 401, message: 'Please sign in to continue.' },
  fresh_sign_in_required: { status: 401, message: 'Please sign in again to do this.' },
  sign_in_failed: { status: 400, message: 'Sign-in did not complete. Please try again.' },
  subscription_required: {
    status: 402,
    message: 'You need an active subscription to upload applications. Please choose a plan first.',
  },
  card_declined: {
    status: 402,
    message: 'Your card was declined. Please try a different payment method or contact your bank.',
  },
  insufficient_funds: {
    status: 402,
    message: 'Insufficient funds. Please try a different payment method.',
  },
  expired_card: { status: 402, message: 'Your card has expired. Please use a different card.' },
  incorrect_cvc: {
    status: 402,
    message: "Your card's security code is incorrect. Please check and try again.",
  },
  processing_error: {
    status: 402,
    message: 'An error occurred while processing your card. Please try again.',
  },
  // The specification spells these two so.
  CARD_DECLINED: {
    status: 402,
    message:
      'Your payment method was declined. Please update your payment method in your account settings and try again.',
  },
  NO_PAYMENT_METHOD: {
    status: 402,
    message: 'No payment method found. Please add a payment method in your account settings first.',
  },
  payment_open: {
    status: 402,
    message: 'A payment for your plan is open. Pay it in the billing portal first.',
  },
  account_disabled: {
    status: 403,
    message: 'This account has been disabled. Please contact support.',
  },
  forbidden: { status: 403, message: 'You are not allowed to do that.' },
  cross_site: { status: 403, message: 'This request came from another site and was refused.' },
  limit_reached: { status: 403, message: 'You have reached a limit of your plan.' },
  not_found: { status: 404, message: 'Nothing was found at this address.' },
  app_not_found: { status: 404, message: 'Application not found' },
  version_not_found: { status: 404, message: 'Version not found' },
  organization_not_found: { status: 404, message: 'Organization not found' },
  member_not_found: { status: 404, message: 'This person is not a member of the organization.' },
  invitation_not_found: {
    status: 404,
    message: 'This invitation does not exist, was withdrawn, or was sent to another e-mail address.',
  },
  upload_not_found: {
    status: 404,
    message: 'This upload does not exist or has expired. Please start again.',
  },
  method_not_allowed: { status: 405, message: 'This address does not support this method.' },
  conflict: {
    status: 409,
    message: 'Somebody else changed this at the same time. Please reload and try again.',
  },
  last_admin: {
    status: 409,
    message: 'This is the only administrator. Make somebody else an administrator first.',
  },
  upload_incomplete: { status: 409, message: 'This upload is not complete yet.' },
  version_held_back: {
    status: 409,
    message: 'This version cannot start, so it was not activated. Send `anyway: true` to activate it.',
  },
  changes_unusable: {
    status: 409,
    message:
      'The version that this partial upload is based on is not available. Please send the whole build.',
  },
  gone: { status: 410, message: 'This is no longer available.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_type: { status: 415, message: 'This content type is not accepted here.' },
  misdirected: { status: 421, message: 'Flux is not served under this host name.' },
  build_refused: { status: 422, message: 'This file cannot be published.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: internalMessage },
  not_implemented: { status: 501, message: 'Flux does not offer this.' },
  unavailable: { status: 503, message: unavailableMessage },
  storage_unavailable: {
    status: 503,
    message: 'The storage cannot be reached right now. Nothing was lost; please try again in a moment.',
  },
  storage_full: {
    status: 507,
    message: 'The server has run out of storage space. Nothing was lost; please try again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every error response. `fields` maps an input field to its own message. */
export interface ErrorBody {
  success: false;
  code: ErrorCode;
  error: string;
  fields?: Record<string, string>;
  /** Details for the user, one per line, such as the files that an inspection searched for and found. */
  details?: string[];
}

export interface FluxErrorOptions {
  fields?: Record<string, string>;
  details?: string[];
  /** The actual cause. It is logged and never sent. */
  cause?: unknown;
  retryAfterSeconds?: number;
}

/** The only class of errors that users see. Any other thrown value becomes `internal`. */
export class FluxError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly details: string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string = errorCatalogue[code].message,
    options: FluxErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'FluxError';
    this.code = code;
    this.fields = options.fields;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  toBody(): ErrorBody {
    return {
      success: false,
      code: this.code,
      error: this.message,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.details ? { details: this.details } : {}),
    };
  }
}

/** One field of the input with its own message. */
export function invalidField(field: string, message: string): FluxError {
  return new FluxError('invalid_input', message, { fields: { [field]: message } });
}
