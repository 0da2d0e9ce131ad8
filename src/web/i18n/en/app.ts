import { namespace } from '../namespace.ts';

export const texts = namespace({
  fluxCouldNotBeReachedCheckYour: 'Flux could not be reached. Check your connection and try again.',
  proxyCouldNotReachFlux:
    'The proxy in front of Flux answered {status} because it could not reach Flux. Please try again in a moment.',
  proxyRefusedTheSize:
    'Your proxy refused a request of this size. Its operator can raise the limit (nginx: client_max_body_size 0).',
  somethingElseAnswered:
    'The response with status {status} did not come from Flux. Check your connection and the proxy in front of Flux.',
});
