/** Separate from the catalogue, so that a page's first script contains only the messages that it uses. */
export const internalMessage = 'Something went wrong on our side. Please try again.';
export const unavailableMessage = 'Flux is not ready yet. Please try again in a moment.';
