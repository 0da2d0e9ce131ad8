import { namespace } from '../../namespace.ts';

export const texts = namespace({
  cardNumber: 'Card number',
  expiry: 'Expiry',
  pleaseEnterTheCardNumber: 'Please enter the card number.',
  theCardNumberIsIncomplete: 'The card number is incomplete.',
  theCardNumberIsNotValid: 'The card number is not valid. Please check it.',
  pleaseEnterTheExpiryDate: 'Please enter the expiry date.',
  theExpiryDateIsIncomplete: 'The expiry date is incomplete.',
  theMonthMustBeFrom01To12: 'The month must be from 01 to 12.',
  pleaseEnterTheCvc: 'Please enter the CVC.',
  theCvcIsIncomplete: 'The CVC is incomplete.',
  cardElementsNotFound: 'Card elements not found',
  payAmountWithTestWallet: 'Pay {amount} with test wallet',
  payAmountWithoutTrial: 'Pay {amount} without trial',
  isDeclined: 'is declined',
  hasNoFunds: 'has no funds',
  hasExpired: 'has expired',
  hasAWrongCVC: 'has a wrong CVC',
  cannotBeProcessed: 'cannot be processed',
  isDeclinedWhenCharged: 'is declined when charged',
  testMode: 'Test mode',
  testModeNoMoneyMoves: '<strong>Test mode.</strong> No money moves.',
  fillInPaying: 'Fill in {paying}',
  otherTestCardsAndPromoCodes: 'Other test cards and promo codes',
  promoCodesFlux25FiveoffFirstmonth:
    'Promo codes: <span>FLUX25</span>, <span2>FIVEOFF</span2>, <span3>FIRSTMONTH</span3>',
});
