import type { AnyEndpoint } from '#shared/contract/contract.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import type {
  OpenApiAnswer,
  OpenApiMethod,
  OpenApiOperation,
  OpenApiParameter,
} from '#shared/contract/openapi.ts';

/** One call of the API, whether the contract tells of it or it is described by hand. */
export interface Call {
  id: string;
  /** The heading it stands under. */
  noun: string;
  method: OpenApiMethod;
  /** With `{name}` for each parameter. */
  path: string;
  summary: string;
  access: AnyEndpoint['access'];
  /** Whether it takes the token of a session, too. */
  bearer?: boolean;
  parameters: readonly OpenApiParameter[];
  body: OpenApiOperation['requestBody'] | null;
  /** What it answers where it worked, by HTTP status. */
  answers: Record<string, OpenApiAnswer>;
  /** Beside those that every call may answer. */
  errors: readonly ErrorCode[];
}
