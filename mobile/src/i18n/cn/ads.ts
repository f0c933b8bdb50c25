import type { Translation } from '../texts';

export default {
  title: 'Cookie 与广告',
  ask: '是否允许带您来的广告平台知道您注册、申请借款或收到款项，以及本金？手机号只以哈希值发送。不回答即为不允许。',
  allow: '允许',
  deny: '不允许',
  more: '了解更多',
} satisfies Translation<'ads'>;
