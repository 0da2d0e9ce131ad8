import { namespace } from '../../namespace.ts';

export const texts = namespace({
  api: 'API',
  everythingThatThePagesOfFluxDo:
    'Everything that the pages of Flux do, they do by these calls. So can your build server.',
  loadingTheDescription: 'Loading the description of the API…',
  theApiCouldNotBeDescribed: 'The API could not be described',
});
