const bankcard = {
  title: 'Tài khoản ngân hàng',
};

export default bankcard;
