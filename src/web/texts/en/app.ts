import { area } from '../area.ts';

export const texts = area({
  fluxCouldNotBeReachedCheckYour: 'Flux could not be reached. Check your connection and try again.',
});
