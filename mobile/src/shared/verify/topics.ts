import type { AuthItem } from '@loanmarket/shared-types/api';
import { text } from '@/i18n';
import { listed } from '@/i18n/listed';

export type Topic = AuthItem['topic'];

/** The topics that are one form with a draft. The carrier's is a conversation with the carrier, the face's one with the camera. */
export type FormTopic = Exclude<Topic, 'opt' | 'face'>;

/** Where each topic is answered. */
const paths: Record<Topic, string> = {
  identity: '/m/auth/identity',
  personal: '/m/auth/personal',
  company: '/m/auth/company',
  contacts: '/m/auth/contacts',
  bankcard: '/m/bankCard/add',
  opt: '/m/auth/opt',
  face: '/m/auth/face',
};

/** Whether a name that the server sent is a topic that this app knows. */
export function isTopic(name: string): name is Topic {
  return name in paths;
}

/** The page of a topic; the list for one that this app does not know. */
export function topicPath(name: string): string {
  return isTopic(name) ? paths[name] : '/m/auth';
}

/** The topics' names, joined for a sentence. Needs the texts of `verify`. */
export function topicNames(names: readonly string[]): string {
  return listed(names.filter(isTopic).map((topic) => text(`verify:topic.${topic}`)));
}
