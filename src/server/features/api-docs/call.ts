import type { AnyEndpoint } from '#shared/contract/contract.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import type {
  OpenApiAnswer,
  OpenApiMethod,
  OpenApiOperation,
  OpenApiParameter,
} from '#shared/contract/openapi.ts';

/** One call of the API, from the contract or described by hand. */
export interface Call {
  id: string;
  /** Its tag. */
  noun: string;
  method: OpenApiMethod;
  /** With `{name}` for each parameter. */
  path: string;
  summary: string;
  access: AnyEndpoint['access'];
  /** Whether it accepts a session token as bearer. */
  bearer?: boolean;
  parameters: readonly OpenApiParameter[];
  body: OpenApiOperation['requestBody'] | null;
  /** Its successful responses, by HTTP status. */
  answers: Record<string, OpenApiAnswer>;
  /** Beside those that every call may answer. */
  errors: readonly ErrorCode[];
}
