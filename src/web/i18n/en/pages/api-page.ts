import { area } from '../../namespace.ts';

export const texts = area({
  api: 'API',
  everythingThatThePagesOfFluxDo:
    'Everything that the pages of Flux do, they do by these calls. So can your build server.',
  loadingTheDescription: 'Loading the description of the API…',
  theApiCouldNotBeDescribed: 'The API could not be described',
});
