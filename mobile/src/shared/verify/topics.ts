import type { AuthItem } from '@loanmarket/shared-types/api';
import { text } from '@/i18n';
import { listed } from '@/i18n/listed';

export type Topic = AuthItem['topic'];

/**
 * The topics that consist of one form with a draft. The carrier topic is a dialogue with the carrier, and the face
 * topic uses the camera.
 */
export type FormTopic = Exclude<Topic, 'opt' | 'face'>;

/** The page of each topic. */
const paths: Record<Topic, string> = {
  identity: '/m/auth/identity',
  personal: '/m/auth/personal',
  company: '/m/auth/company',
  contacts: '/m/auth/contacts',
  bankcard: '/m/bankCard/add',
  opt: '/m/auth/opt',
  face: '/m/auth/face',
};

/** Whether a name from the server is a topic that this app knows. */
export function isTopic(name: string): name is Topic {
  return name in paths;
}

/** The page of a topic; the list of topics if this app does not know it. */
export function topicPath(name: string): string {
  return isTopic(name) ? paths[name] : '/m/auth';
}

/** The names of the topics, joined for a sentence. Requires the texts of `verify`. */
export function topicNames(names: readonly string[]): string {
  return listed(names.filter(isTopic).map((topic) => text(`verify:topic.${topic}`)));
}
