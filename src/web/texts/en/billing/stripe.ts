import { area } from '../../area.ts';

export const texts = area({
  pleaseEnterTheCardNumber: 'Please enter the card number.',
  pleaseEnterTheExpiryDate: 'Please enter the expiry date.',
  pleaseEnterTheCvc: 'Please enter the CVC.',
  tryAgain: 'Try Again',
});
