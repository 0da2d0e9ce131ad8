import { namespace } from '../../namespace.ts';

export const texts = namespace({
  api: 'API',
  everythingInTheUi: 'Everything in the UI is available over the HTTP API, for example to your build server.',
  loadingTheAPIDescription: 'Loading the API description…',
  failedToLoadTheDescription: 'Failed to load the API description',
});
