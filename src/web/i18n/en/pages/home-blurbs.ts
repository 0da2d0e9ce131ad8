import { namespace } from '../../namespace.ts';

export const texts = namespace({
  fastDeployment: 'Fast deployment',
  dropTheZipThatUnityExportedIt:
    'Drop the zip that Unity exported. It is checked, published and playable in seconds, with one link to share.',
  universalCompatibility: 'Universal compatibility',
  everyUnityGenerationAndAnyTemplate:
    'Every Unity generation and any template: gzip, brotli or plain. The right headers come by themselves.',
  security: 'Security',
  eachGamePlaysOnAnOriginOf:
    'Each game plays on an origin of its own, sealed off from your account and from every other game.',
  nightShiftWebZip: 'night-shift-web.zip',
  checkedCheckPublished: 'Checked{check}Published',
  hostPlay7k2m9q: '{host}/play/7k2m9q',
  yourAccount: 'your account',
  aGame: 'a game',
  anotherGame: 'another game',
});
