import { namespace } from '../../namespace.ts';

export const texts = namespace({
  fastDeployment: 'Fast deployment',
  dropTheZipOfYourUnityBuildFlux:
    'Drop the zip of your Unity build. Flux checks and publishes it in seconds and gives you a link to share.',
  universalCompatibility: 'Universal compatibility',
  everyUnityGenerationAndAnyTemplate:
    'Every Unity generation and template, with gzip, Brotli or no compression. Flux sets the right headers.',
  security: 'Security',
  eachGameRunsOnItsOwnOrigin:
    'Each game runs on its own origin, isolated from your account and from every other game.',
  nightShiftWebZip: 'night-shift-web.zip',
  checkedCheckPublished: 'Checked{check}Published',
  hostPlay7k2m9q: '{host}/play/7k2m9q',
  yourAccount: 'your account',
  aGame: 'a game',
  anotherGame: 'another game',
});
