import type { Translation } from '../texts';

export default {
  title: '信息',
  version: '版本 {{version}}，自 {{shortDay}} 起生效',
  help: { title: '常见问题' },
  about: { title: '关于我们' },
  terms: { title: '使用条款' },
  privacy: { title: '隐私政策' },
  privacy2: {
    title: 'Cookie 与广告',
    on: '您已允许广告工具。',
    off: '您未允许广告工具。',
    allow: '允许',
    deny: '不再允许',
  },
  favorite: {
    title: '添加到主屏幕',
    lead: '像应用一样快速打开，无需安装，几乎不占空间。',
    here: '本页地址',
    ios: '在 iPhone 上（Safari）',
    ios1: '点击屏幕底部的“分享”按钮。',
    ios2: '选择“添加到主屏幕”。',
    ios3: '点击“添加”，图标会出现在您的应用之间。',
    android: '在安卓上（Chrome）',
    android1: '点击右上角的三个点。',
    android2: '选择“添加到主屏幕”。',
    android3: '点击“添加”，图标会出现在您的应用之间。',
    other: '使用其他浏览器？请在菜单中查找书签或“添加到主屏幕”。',
  },
} satisfies Translation<'info'>;
