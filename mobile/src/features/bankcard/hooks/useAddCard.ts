import type { AddCardRequest, BankCard } from '@loanmarket/shared-types/api';
import { cleanAccountNumber } from '@loanmarket/shared-types/validators';
import { useRef, useState } from 'react';
import type { AccountType } from '../accountNumber';
import { api } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { useDraftForm } from '@/shared/verify/useDraftForm';
import { serverError } from '@/shared/verify/useErrorLanguage';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { useBackStep } from '@/ui/overlay/useBackStep';

export interface CardValues {
  bankCode: string | null;
  accountType: AccountType;
  accountNumber: string;
  accountNumberAgain: string;
  passbookFileId: string | null;
}

const EMPTY: CardValues = { bankCode: null, accountType: 'account', accountNumber: '', accountNumberAgain: '', passbookFileId: null };
const CONTROLS = ['bankCode', 'accountType', 'accountNumber', 'accountNumberAgain', 'passbookFileId'] as const;

/** Why no face check was possible, for the reviewer. */
export type FaceObstacle = NonNullable<AddCardRequest['faceObstacle']>;

/** Rejections about the number for which the server names no field. */
const ABOUT_NUMBER = ['account_name_wrong', 'card_taken'];

/**
 * Adds a bank card: the draft is saved while typing, and the bank verifies the account. A fresh SMS code is asked for
 * if the server requires one, and a face check if an order is in progress.
 */
export function useAddCard(detail: TopicDetail) {
  const nav = useNav();
  const [codeAsked, setCodeAsked] = useState(false);
  const [faceAsked, setFaceAsked] = useState(false);
  useBackStep(faceAsked, () => setFaceAsked(false));
  const obstacle = useRef<FaceObstacle | null>(null);
  const state = useDraftForm<CardValues, BankCard>({
    topic: 'bankcard',
    detail,
    empty: EMPTY,
    controls: CONTROLS,
    submit: (values) => api('bankCard/add', requestOf(values, obstacle.current), { toast: false }),
    onDone: ({ cardId }) => nav.replace(`/m/bankCard/auth?cardId=${cardId}`),
    onRefused: ({ details, message }, form) => {
      const { reason = '' } = details;
      if (reason === 'fresh_code_needed') setCodeAsked(true);
      else if (reason === 'face_needed') setFaceAsked(true);
      else if (ABOUT_NUMBER.includes(reason)) form.setError('accountNumber', serverError(message, reason), { shouldFocus: true });
      else return false;
      return true;
    },
  });
  return {
    state,
    codeAsked,
    closeCode: () => setCodeAsked(false),
    faceAsked,
    /** The check passed, or `why` is the obstacle, in which case only the review decides. */
    faceDone: (why: FaceObstacle | null) => {
      obstacle.current = why;
      setFaceAsked(false);
      state.submit();
    },
    codeRight: () => {
      setCodeAsked(false);
      state.submit();
    },
  };
}

function requestOf({ bankCode, accountType, accountNumber, accountNumberAgain, passbookFileId }: CardValues, faceObstacle: FaceObstacle | null): AddCardRequest {
  return {
    bankCode: bankCode ?? '',
    accountType,
    accountNumber: cleanAccountNumber(accountNumber),
    accountNumberAgain: cleanAccountNumber(accountNumberAgain),
    ...(passbookFileId === null ? {} : { passbookFileId }),
    ...(faceObstacle === null ? {} : { faceObstacle }),
  };
}
