const account = {
  title: 'Tài khoản của tôi',
};

export default account;
