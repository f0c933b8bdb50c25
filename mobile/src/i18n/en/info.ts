import type { Translation } from '../texts';

export default {
  title: 'Information',
  version: 'Version {{version}}, in force from {{date}}',
  contact: 'Contact: {{email}}, {{phone}}',
  terms: {
    title: 'Terms of use',
    lead: '{{product}} is run by {{company}}, {{address}}. This page says in few words what you and we agree on.',
    service: { title: 'What we do', text: 'We help you find and apply for loans from licensed lenders. The lender is the one who signs the loan agreement with you; its name and licence are always shown before you apply. Using this app costs nothing.' },
    you: { title: 'Who may use it', text: 'You have to be 18, use your own phone number, document and bank account, and tell the truth. One account for each person.' },
    costs: { title: 'What a loan costs', text: 'Before you agree you see the loan amount, the actual received amount, the interest, every fee, the total to repay, the due date and the APR. Nobody may charge you anything that the agreement does not name. We never ask you to send money first in order to get a loan.' },
    apply: { title: 'Applying and confirming', text: 'Applying is not borrowing. Once approved, you see the final agreement and confirm it with an SMS code; only then is the money paid out. Until then you can cancel at no cost; cancelling may lower a later limit.' },
    repay: { title: 'Repaying', text: 'You repay in full on the due date in the agreement. You may repay early and then pay interest only for the days used. Paying late can cost the fees named in the agreement, which are capped. Money paid in excess is returned. When all is repaid you receive a settlement certificate.' },
    safety: { title: 'Staying safe', text: 'Give your SMS codes to nobody, not even to someone who claims to work for us. If you lose your phone or see a loan that is not yours, tell us at once.' },
    conduct: { title: 'What we do not do', text: 'We do not read the contacts, photos or location of your phone, we remind nobody who owes nothing, and we send reminders only at the hours the law allows.' },
    complaint: { title: 'If something is not right', text: 'You can complain by e-mail or phone, see below. Your right to turn to an authority or a court is not limited.' },
    change: { title: 'If these terms change', text: 'We tell you beforehand and ask for your agreement again if your rights are concerned. A running loan always follows the agreement you signed.' },
  },
  privacy: {
    title: 'Privacy policy',
    lead: '{{company}} is responsible for your data. This page says what we keep, why, and what your rights are.',
    collect: { title: 'What we keep', text: 'Your phone number, to log in. Photos and number of your document, to verify your identity. Personal and work data and three contacts, for the lender’s decision. Your bank account, to pay you. Applications, agreements and payments. Kind of device and log-ins, to protect your account.' },
    notCollect: { title: 'What we do not take', text: 'We do not read contacts, messages, the photo library, location or other apps on your phone. The camera is on only while you photograph your document.' },
    share: { title: 'Who receives it', text: 'The lender you apply to; the banks that pay and receive money; the company that sends SMS (only number and text); authorities where the law demands it. We do not sell your data.' },
    protect: { title: 'How it is protected', text: 'Connections are encrypted. Document photos, document numbers and account numbers are encrypted where they are stored, and every look at them is recorded. Logging in on a new device takes one more step.' },
    keep: { title: 'How long we keep it', text: 'While you have an account. When the account is deleted we erase your personal data, except the loan records that the law makes us keep and a hash of the phone number, so that it cannot register again.' },
    browser: { title: 'In your browser', text: 'We keep the log-in and the phone number for 30 days and ad click ids for 7 days. Ad tools are on the pages that advertise only, not on verification, payment or account pages.' },
    rights: { title: 'Your rights', text: 'You can see your data and get a copy, correct it, withdraw a consent, or ask to delete the account once no loan is running. Without a consent we may be unable to consider a new loan; what was done before stays valid.' },
    complaint: { title: 'Questions and complaints', text: 'Write or call us, see below. You may also complain to the data protection authority.' },
  },
} satisfies Translation<'info'>;
